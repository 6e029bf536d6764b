import type { MailMessage } from '../../messages/enqueue-message.ts'
import { renderMail } from '../../messages/render-mail.ts'

export type Decision = 'APPROVED' | 'REFUSED' | 'TAKEN_DOWN' | 'RESTORED'

const TEXTS: Record<Decision, { heading: string; text: (name: string) => string }> = {
  APPROVED: {
    heading: 'Your work is approved',
    text: (name) => `"${name}" is approved and now shows on the Explore page.`,
  },
  REFUSED: {
    heading: 'Your work was not approved',
    text: (name) =>
      `"${name}" was not approved, so it does not show on the Explore page. It stays yours, and its page can still be opened by its link.`,
  },
  TAKEN_DOWN: {
    heading: 'Your work was taken down',
    text: (name) =>
      `"${name}" was taken down: it is no longer shown and cannot be bought here. The token stays in its wallet.`,
  },
  RESTORED: { heading: 'Your work is back', text: (name) => `"${name}" is shown again.` },
}

/** What the creator is told about a decision on their work. */
export function decisionMail(input: {
  decision: Decision
  reason: string
  origin: string
  brand: string
  nft: { id: string; name: string }
}): MailMessage {
  const { decision, reason, origin, brand, nft } = input
  const { heading, text } = TEXTS[decision]
  const action = { label: 'Open the work', url: `${origin}/app/nft/view/${nft.id}` }
  const paragraphs = [text(nft.name), ...(reason ? [`Reason: ${reason}`] : [])]
  return { subject: `${heading}: ${nft.name}`, ...renderMail({ brand, heading, paragraphs, action }), link: action.url }
}
