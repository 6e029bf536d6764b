import fc from 'fast-check'
import { anyOfKind } from './arbitrary-of.ts'
import { Placeholder } from './placeholder.ts'

/** A request that means one thing, where the schema alone allows many that mean nothing: what it is about, and its body. */
export type Template = { about?: string; body: fc.Arbitrary<unknown> }

/** As many as there are from the first start on. */
const CATEGORIES = 8
const wholePrice = fc.integer({ min: 2, max: 300 })
const later = anyOfKind('later')

export const TEMPLATES: Record<string, Template[]> = {
  'PUT /api/nfts/{id}/': [
    { about: 'own nfts', body: fc.record({ listing: fc.constant(true), price: wholePrice }) },
    { about: 'own nfts', body: fc.record({ listing: fc.constant(true), price: wholePrice, expires_at: later }) },
    { about: 'own nfts', body: fc.constant({ listing: false }) },
    { about: 'nfts for sale', body: fc.constant({ purchasing: true, buyer: new Placeholder('self', 0) }) },
  ],
  'POST /api/nfts/': [
    {
      body: fc.nat(49).chain((royalty) => {
        const fixed = { category: 1, royalty, cashback_value: royalty * 100 }
        const own = new Placeholder('own files', royalty)
        return fc.constantFrom('POLYGON', 'ETH').map((chain) => ({ ...fixed, chain, file: own, thumbnail: own }))
      }),
    },
  ],
  'PUT /api/users/me/': [{ body: fc.record({ occupation: fc.constant('Painter'), avatar: anyOfKind('own files') }) }],
  'PUT /api/admin/payouts/{id}/': [
    { about: 'open payouts', body: fc.constant({ status: 'APPROVED' }) },
    { about: 'open payouts', body: fc.constant({ status: 'PAID', reference: 'SEPA' }) },
    { about: 'open payouts', body: fc.constant({ status: 'REJECTED', reason: 'No' }) },
  ],
  'PUT /api/admin/payments/{id}/': [
    {
      about: 'cases',
      body: fc.record({
        action: fc.constantFrom('refund', 'retry', 'resolve', 'chargeback_won'),
        note: fc.constant('Note'),
      }),
    },
  ],
  'POST /api/payments/{id}/cancel/': [{ about: 'own live payments', body: fc.constant({}) }],
  'POST /api/payments/{id}/session/': [{ about: 'own live payments', body: fc.constant({}) }],
  'POST /api/nfts/{id}/withdraw/': [
    { about: 'own nfts', body: fc.constant({ address: '0x52908400098527886E0F7030069857D2E4169EE7' }) },
  ],
  'PUT /api/admin/categories/': [
    {
      body: fc
        .uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 20 }), {
          minLength: CATEGORIES,
          maxLength: CATEGORIES + 1,
        })
        .map((names) => names.map((name, index) => ({ ...(index < CATEGORIES && { id: index + 1 }), name }))),
    },
  ],
}
