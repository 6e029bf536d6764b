declare module 'mailparser' {
  /** The parts of a parsed mail that the tests look at. */
  export type ParsedMail = {
    subject?: string
    text?: string
    html?: string | false
    messageId?: string
    from?: { text: string }
    headerLines?: { key: string; line: string }[]
  }
  export function simpleParser(
    stream: NodeJS.ReadableStream,
    done: (error: Error | null, mail: ParsedMail) => void,
  ): void
}
