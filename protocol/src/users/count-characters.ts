/** Characters as a person counts them, and PostgreSQL: an emoji is one. */
export const countCharacters = (text: string): number => [...text].length
