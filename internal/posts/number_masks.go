package posts

import "regexp"

// statusCode is one that servers of the course, or of models, are seen to send.
const statusCode = `200|201|204|30[12478]|40[0-689]|410|413|415|418|42[259]|50[0-4]|529`

// notNumbers are matched in a text and passed over: what has digits and states no number.
var notNumbers = []func() *regexp.Regexp{
	pattern(`\b(?:19|20)\d\d/\d{1,2}/\d{1,2}\b|\b\d{1,2}/\d{1,2}/(?:(?:19|20)\d\d|\d\d)\b`),                                                                        // before they are taken for files
	pattern(`\]\([^)]*\)|<?\b[a-z][a-z+]+://[^\s>)]+>?|<[^<>\n]*>`),                                                                                                // addresses
	pattern(`[\w.~-]*[A-Za-z_][\w.~-]*/[\w./~-]*|/[\w-]+/[\w./-]*|[\pL\w.-]*\.(?:jsonl?|md|go|txt|ya?ml|csv|svg|png|jpe?g|html?|pdf|toml|mod|sum)\b(?::\d+){0,2}`), // files
	pattern(`\b(?:19|20)\d{6}-\d{6}(?:-\d+)?\b`),                                                                                                                   // names of traces
	pattern(`\b(?:19|20)\d\d-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?`),
	pattern(`\b\d{1,2} ?(?:to|and|until|through|–|-) ?(?:` + dayForm + `)`), day,
	pattern(`\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?[ap]m)?\b|(?i:\b\d{1,2}(?:[.:]\d\d)?\s?(?:[ap]\.?m\b|o'clock|o’clock|uhr\b)|\b\d{1,2}h\d\d\b|\b(?:half past|quarter (?:past|to)|shortly (?:after|before)|around midnight,?) \d{1,2}\b|\b(?:at|until|by|from|before|after|around|about) \d{1,2} (?:in the (?:morning|evening|afternoon)|at night|sharp)\b)`), // times of day
	pattern(`(?i)\b(?:since|in|until|of|by|during|` + months + `),? ?(?:19|20)\d\d\b`),
	pattern(`\bv\d[\w.-]*|\b\d+\.\d+\.\d+[\w.-]*|(?i:\b(?:go|sdk|versions?|course|ollama|python|node|cuda|rocm|driver|kernel|sqlite|postgres|docker|fedora|arch|ios|android|firefox|safari|vs code|java|rust|bun|deno|npm|uv|pip|vllm|lm studio|mlx|typescript|macos|ubuntu|debian|linux|windows|chrome|release|llama\.cpp|http|tls|utf|sha|base|rfc|iso|cc by|by-sa|ed|rsa)[ /-]?v?\d[\w.]*(?:(?:,| and| or| to| against) (?:version )?\d[\d.]*\b)?)`),
	pattern(`(?i)\b(?:exercises?|chapters?|sections?|lessons?|ex|figures?|fig\.|tables?|parts?|items?|pages?|issues?|pr|pull requests?|ports?|contract|rule|footnote)[ \x{a0}]?#?\d+(?:\.\d+)*(?:(?:,|,? and|-|–| to)\s?\d+(?:\.\d+)*\b)*`),
	pattern(`#\d+|§\s?[\d.]+|\[\^?\d+\]|&#?\w+;|\\u[0-9a-fA-F]{4}|localhost:\d+`),
	pattern(`(?i)\b\d+(?:st|nd|rd|th)\b|\b\d+-year-olds?\b|\b\d(?:\.\d+)+(?: \w+){0,1},? sim-\d`),
	pattern(`(?i)\b\d+(?:\.\d+)?[ -]?(?:billion|bn|b)(?:[ -]parameters?)?\b`), // sizes of models
	exactModel,
}

// notCounts are passed over in a post, and looked at in a source, where the same digits may bear out something else.
var notCounts = []func() *regexp.Regexp{
	pattern(`(?i)(?:https?[ /]?(?:[12](?:\.\d)?)?|\bstatus(?:[ _]?codes?)?|\bresponse codes?|\berror codes?|\bcodes?|\berrors?)["']?\s*(?:[:=(]|was|is|of)?\s*["']?(?:` + statusCode + `)s?\b(?:(?:,| and| or|/) ?(?:` + statusCode + `)s?\b)*`),
	pattern(`(?i)\ban? ["']?(?:` + statusCode + `)["']?(?:[.,;:!?)]|$|\s+(?:in|on|from|by|and|or|for|at|to|after|before|with|because|when|while|until|again|that|which|came|is|was)\b)`),
	pattern(`(?i)\b(?:an?|returns?|returned|replied|answers?|answered|refused|failed|gave|gives?|got|gets?|with)[ (]+(?:me |it |them |back |with )*(?:an? |the )?["']?(?:` + statusCode + `)["']?(?:[.,;:!?)]|$|\s+(?:and|or|for|on|until|when|while|because|at|to|from|again|once|twice|three|which|that|came|is|was|says?|said|means?|in (?:run|turn|call)|instead|then)\b)`),
	pattern(`(?i)\b(?:` + statusCode + `)(?:s\b|\b(?:[ :,–-]{1,3}|\s?[("“]{1,2})(?:errors?|bad request|unauthori[sz]ed|forbidden|not found|too many|rate[- ]limit\w*|overloaded|internal|service|(?:bad )?gateway|request|conflict|unprocessable|response|status|ok)\b)`),
	pattern(`(?i)\b(?:exit(?:s|ed)?(?: ?code| ?status| with| was| is| of)*|errno)["']?\s*[:=]?\s*\d{1,3}\b`),
	pattern(`(?i)\b(?:temp(?:erature)?s?|top[_ -][pk]|min_p|T)(?:\s*[:=]\s*|\s+(?:of |was |is |at |set to |to |from )*)\d(?:[.,]\d+)?(?:(?:,| and| or| to|–|-|/) ?\d(?:[.,]\d+)?\b)*|-?\d+(?:[.,]\d+)?\s?(?:°\s?[CFK]?|degrees?\b|℃)`),                                                                              // temperatures
	pattern(`(?i)(?:\b[\w-]+(?:\.[\w-]+)+|@[\w.-]+|\blocalhost|\*|\b(?:\d{1,3}\.){3}\d{1,3}):\d{2,5}\b(?:/[\w./?=&-]*)?|(?:^|[\s(]):\d{4,5}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?\b|\bL\d+(?:-L?\d+)?\b`),                                                                                                        // hosts, ports, line numbers
	pattern(`(?i)\b(?:rtx|gtx|rx|pi|ryzen|core i\d?-?|iphone|pixel|thinkpad [a-z]|xeon|epyc|galaxy|gen|i[3579]-?)[ -]?\d[\w-]*|\b\d+ ?(?:gb|gib|gigabytes?)(?: of)? (?:v?ram|memory|laptop|machine|gpu|card|unified)\b|\bwith \d+ ?(?:gb|gib)\b|\b\d+[ -](?:cpu |cpu-)?cores?\b|\b24/7\b|\b50[/-]50\b|\bq\d_\w+\b`), // machines
	pattern(`\(\d{1,2}\)|\d\x{fe0f}?\x{20e3}`), // numbers of items
}
