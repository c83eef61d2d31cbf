package sim

import (
	"strconv"
	"strings"
	"time"
)

const fullDate = `(\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?(?: of)? ` + months + `,? \d{4}|` + months + ` \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}\.\d{1,2}\.\d{4})`

var (
	reTodayIs  = lazy(`(?i)\b(?:today(?:'s date)?|(?:the )?current date|the date today)(?: is)?\s*[:=(]?\s*(?:` + weekdays + `,?\s+)?(?:the )?` + fullDate)
	reDayMonth = lazy(`(?i)^(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?(?:st|nd|rd|th)?(?: of)? (` + months + `)(?:,? (\d{4}))?$`)
	reMonthDay = lazy(`(?i)^(` + months + `) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$`)
	reOrdinal  = lazy(`(?i)^(\d{1,2})(?:st|nd|rd|th)$`)
	reOneDay   = lazy(`(?i)^(?:next |this )?(` + weekdays + `)$`)
	reDotted   = lazy(`^(\d{1,2})\.(\d{1,2})\.(\d{4})$`)
)

// todayIn is today's date, if a text tells it.
func todayIn(text string) time.Time {
	date := group(reTodayIs, text)
	if m := reDotted.FindStringSubmatch(date); m != nil {
		return day(wholeOf(m[3]), wholeOf(m[2]), wholeOf(m[1]))
	}
	iso, _ := isoDate(date, time.Time{})
	at, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return time.Time{}
	}
	return at
}

// isoDate works out a date as it is written, counted from today if that is
// known: "2026-12-01", or "2027-11-03/2027-11-05" for a range. It reports
// false for what it cannot work out.
func isoDate(written string, today time.Time) (string, bool) {
	low := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(written), "the "))
	if _, err := time.Parse(time.DateOnly, low); err == nil {
		return low, true
	}
	if m := reDayMonth.FindStringSubmatch(low); m != nil {
		return dayInYear(wholeOf(m[4]), monthNumber(m[3]), wholeOf(m[1]), wholeOf(m[2]), today)
	}
	if m := reMonthDay.FindStringSubmatch(low); m != nil {
		return dayInYear(wholeOf(m[3]), monthNumber(m[1]), wholeOf(m[2]), 0, today)
	}
	if today.IsZero() {
		return "", false
	}
	days := map[string]int{"today": 0, "tonight": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "day after tomorrow": 2}
	if n, known := days[low]; known {
		return today.AddDate(0, 0, n).Format(time.DateOnly), true
	}
	if m := reOneDay.FindStringSubmatch(low); m != nil {
		for n := 1; n <= 7; n++ {
			if at := today.AddDate(0, 0, n); strings.EqualFold(at.Weekday().String()[:3], m[1][:3]) {
				return at.Format(time.DateOnly), true
			}
		}
	}
	if m := reOrdinal.FindStringSubmatch(low); m != nil {
		for n := range 62 {
			if at := today.AddDate(0, 0, n); at.Day() == wholeOf(m[1]) {
				return at.Format(time.DateOnly), true
			}
		}
	}
	return "", false
}

// dayInYear is a day, or the days to last; without a year the next ones.
func dayInYear(year, month, first, last int, today time.Time) (string, bool) {
	if year == 0 && today.IsZero() {
		return "", false
	}
	if year == 0 {
		if year = today.Year(); day(year, month, max(first, last)).Before(today) {
			year++
		}
	}
	at := day(year, month, first)
	if at.Day() != first {
		return "", false // 31 November
	}
	iso := at.Format(time.DateOnly)
	if end := day(year, month, last); last > first && end.Day() == last {
		iso += "/" + end.Format(time.DateOnly)
	}
	return iso, true
}

func day(year, month, d int) time.Time {
	return time.Date(year, time.Month(month), d, 0, 0, 0, 0, time.UTC)
}

func monthNumber(name string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String()[:3], name[:3]) {
			return int(m)
		}
	}
	return 0
}

func wholeOf(digits string) int {
	n, _ := strconv.Atoi(digits) // digits alone, or none: 0
	return n
}
