/** XPath has no escapes in strings; our texts have one kind of quotes at most. */
const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
const SAYS = (name: string) => `normalize-space()=${quote(name)} or @aria-label=${quote(name)}`

export const button = (name: string) => `//button[${SAYS(name)}]`
export const link = (name: string) => `//a[${SAYS(name)}]`
export const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3][${SAYS(name)}]`
/** By a label round it, a label for it, or a label of its own. */
export const field = (label: string) => {
  const own = `label[normalize-space()=${quote(label)}]`
  return `//*[self::input or self::textarea or self::select][@id=//${own}/@for or ancestor::${own} or @aria-label=${quote(label)}]`
}
export const frame = (word: string) => `//iframe[contains(@title, ${quote(word)})]`
/** The field behind a dropzone's button. */
export const fileField = (label: string) => `//*[@role="group"][@aria-label=${quote(label)}]//input[@type="file"]`
