// Package clients has no code of its own. Its test drives clients that others
// wrote, and the course's own, through the same cases against the course's
// provider (agentcourse/internal/fakellm) and compares what each of them saw
// with one expectation. It is a module of its own, so that the course does not
// depend on the SDKs.
package clients
