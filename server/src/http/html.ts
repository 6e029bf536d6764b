import { html as tag, raw } from 'hono/html'

/** Text that is HTML: put into another template it stays as it is. */
export type Html = { readonly isEscaped: true; toString: () => string }
type Part = string | number | false | null | undefined | Html | readonly Html[]

/**
 * The one way to write HTML: each value is escaped unless it is HTML itself; lists are joined; `false`, `null` and `undefined` are
 * nothing. A page is sent as `String(page)`.
 */
// The tag gives a promise only for values that are promises, which the type of the parts leaves out.
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => tag(texts, ...parts) as Html

/** For what is ours and not HTML text: a style sheet, a drawing that a library made. Never for what a person has typed. */
export const trustedHtml = (text: string): Html => raw(text)
