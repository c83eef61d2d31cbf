package scrub

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Personal finds e-mail addresses and phone numbers. Those that are reserved for examples are none.
func Personal(text string) []Secret {
	var found []Secret
	number, at := 0, 0
	for whole := range strings.Lines(text) {
		number++
		line, shown := visible(whole)
		add := func(m []int, rule, what string) {
			from, to := inLine(shown, m[0], m[1])
			found = append(found, Secret{Line: number, From: at + from, To: at + to, Rule: rule, What: what})
		}
		if strings.Contains(line, "@") {
			for _, m := range mail.FindAllStringIndex(line, -1) {
				if !isNoAddress(line, m[0], m[1]) {
					add(m, "e-mail", "an e-mail address")
				}
			}
		}
		for from, to := range numbers(line) {
			for _, m := range phone.FindAllStringIndex(line[from:to], -1) {
				if m[0], m[1] = m[0]+from, m[1]+from; !isNoPhone(line, m[0], m[1]) {
					add(m, "phone", "a phone number")
				}
			}
		}
		at += len(whole)
	}
	slices.SortStableFunc(found, func(a, b Secret) int { return cmp.Compare(a.From, b.From) })
	return found
}

// numbers are the stretches of a line, from and to, that have nothing in them but digits and what stands between those of
// a phone number, and enough of them for one.
func numbers(line string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from, count := 0, 0
		for i := range len(line) + 1 {
			if i < len(line) && strings.IndexByte("0123456789+-./() ", line[i]) >= 0 {
				if line[i] >= '0' {
					count++
				}
				continue
			}
			if count >= fewestDigits && !yield(from, i) {
				return
			}
			from, count = i+1, 0
		}
	}
}

var (
	mail = regexp.MustCompile(mailExpr)
	// reservedHost is a host that belongs to nobody: RFC 2606 and RFC 6761.
	reservedHost = regexp.MustCompile(`(?i)(?:^|[@.])(?:example\.(?:com|org|net|edu)|[\w-]+\.(?:test|invalid|example|localhost|local|internal))$`)
	// noHost is what looks like an address and is a version of a module or a picture in double size.
	noHost = regexp.MustCompile(`(?i)@(?:v\d|\d+x\.|.*\.(?:png|jpe?g|gif|svg|webp|go|js|ts|py|md|json|ya?ml|service|target)$)`)
	noBody = regexp.MustCompile(`(?i)^(?:git|hg|no-?reply|[\w.+-]*noreply[\w.+-]*)@|noreply`)
)

const longestAddress = 300 // bytes of a URL before the name in it

// isNoAddress reports whether an e-mail address is nobody's.
func isNoAddress(line string, from, to int) bool {
	address := line[from:to]
	before := line[max(0, from-longestAddress):from]
	before = before[strings.LastIndexAny(before, " \t\"'<>()")+1:]
	return reservedHost.MatchString(address) || noHost.MatchString(address) || noBody.MatchString(address) || isFake(address) ||
		strings.Contains(before, "://") // a name and a password in an address
}

// phone matches the usual ways to write a phone number: with the country, as in North America, in pairs as in France, and
// with an area code that begins with 0.
var phone = regexp.MustCompile(`\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6}` +
	`|\b00[1-9]\d{0,2}(?: \d{2,8}){2,4}` +
	`|\([2-9]\d\d\) ?[2-9]\d\d[ .-]\d{4}|\b[2-9]\d\d(?:[ -][2-9]\d\d-|\.[2-9]\d\d\.)\d{4}` +
	`|\b0\d(?:[ .]\d{2}){4}` +
	`|\(?\b0\d{2,4}\)?[ -]\d{3,4}[ -]\d{3,4}|\b0\d{3,4} \d{6}|\b0\d{2,4}/\d{5,8}`)

var (
	notDigit = regexp.MustCompile(`\D`)
	// reservedPhone are the numbers that are kept for films and examples in North America and Britain.
	reservedPhone = regexp.MustCompile(`^(?:1?\d{3})?55501\d\d$|^(?:44|0|0044|440)(?:2079460\d{3}|1\d{2}4960\d{3}|1632960\d{3}|7700900\d{3}|8081570\d{3})$`)
	// notCountry is what stands behind a + and is no number of a country: a time in seconds or milliseconds, a decimal.
	notCountry = regexp.MustCompile(`^\+(?:1(?:\d{0,9}|\d{11,})|\d+\.\d+)$`)
	dateLike   = regexp.MustCompile(`^(?:19|20)\d\d[ .-](?:0[1-9]|1[0-2])[ .-]|^\d\d\.\d\d\.(?:19|20)\d\d`)
)

const (
	fewestDigits = 8
	mostDigits   = 15
	plainDigits  = 10 // of a number behind a + without a space in it
)

// isNoPhone reports whether digits that look like a phone number are something else, or reserved.
func isNoPhone(line string, from, to int) bool {
	text := line[from:to]
	all := notDigit.ReplaceAllString(text, "")
	if len(all) < fewestDigits || len(all) > mostDigits || len(all)+1 == len(text) && len(all) < plainDigits {
		return true
	}
	if notCountry.MatchString(text) || isInDump(line, from, to) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(line[:from])
	behind, size := utf8.DecodeRuneInString(line[to:])
	next, _ := utf8.DecodeRuneInString(line[min(len(line), to+max(size, 1)):])
	if isPartOfWord(before) || strings.ContainsRune(".,-/$€£+#=", before) || isPartOfWord(behind) || strings.ContainsRune("-/%:", behind) ||
		strings.ContainsRune(".,", behind) && '0' <= next && next <= '9' {
		return true
	}
	return reservedPhone.MatchString(all) || dateLike.MatchString(text) || strings.Contains(all, "1234567") || isRepeated(all[len(all)/2:])
}

// isInDump reports whether digits are some of many bytes, as in a dump: a neighbour is as long as their first group, and
// hexadecimal too.
func isInDump(line string, from, to int) bool {
	size := strings.IndexFunc(line[from:to], func(r rune) bool { return r < '0' || r > '9' })
	if size != 2 && size != 4 {
		return false
	}
	before := strings.Fields(line[max(0, from-size-3):from])
	behind := strings.Fields(line[to:min(len(line), to+size+3)])
	return len(before) > 0 && isByte(before[len(before)-1], size) || len(behind) > 0 && isByte(behind[0], size)
}

// isByte reports whether a word is a hexadecimal number with so many digits, and is no word of letters alone.
func isByte(word string, size int) bool {
	return len(word) == size && strings.Trim(strings.ToLower(word), "0123456789abcdef") == "" && strings.ContainsAny(word, digits)
}

func isPartOfWord(r rune) bool {
	return r < utf8.RuneSelf && r != '-' && isWordByte(byte(r))
}
