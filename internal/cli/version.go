package cli

// Version is the course's version. CHANGELOG.md says what is new in it.
const Version = "0.6.0"
