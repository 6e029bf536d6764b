/** The pages of the footer, whose text the operator can replace. Apart from pages.ts, so that the footer does without zod. */
export const PAGES = ['about', 'blog', 'terms', 'privacy', 'faq'] as const
export type PageName = (typeof PAGES)[number]
