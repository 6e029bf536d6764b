// The registry has no native part of litesvm 1.5.0 for this platform yet: Solana is not available here (docs/decisions/0280).
throw new Error('litesvm 1.5.0 has no native part for this platform')
