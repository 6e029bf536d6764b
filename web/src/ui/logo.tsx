export const Logo = () => (
  <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden>
    <rect width="26" height="26" rx="7" fill="var(--accent)" />
    <path d="M6.5 7.5h4l2.6 8 2.6-8h3.8l-4.6 11.4h-3.7z" fill="var(--on-accent)" />
  </svg>
)
