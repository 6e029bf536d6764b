import { splitInline } from './inline-parts.ts'

export const Inline = ({ text }: { text: string }) =>
  splitInline(text).map(({ text: words, isBold, href }, index) =>
    href ? (
      <a key={index} href={href} className="link" rel="noreferrer">
        {words}
      </a>
    ) : isBold ? (
      <strong key={index} className="font-semibold text-fg">
        {words}
      </strong>
    ) : (
      words
    ),
  )
