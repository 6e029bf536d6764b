import type { Nonce } from '@solana/kit'
import { expect, test } from 'vitest'
import { judgeSent, type Look } from '../src/judge-sent.ts'

const [own, next] = ['own', 'next'] as string[] as Nonce[]
const look = (changes: Partial<Look>): Look => ({
  signedWith: { slot: 10n, value: own as Nonce },
  nonce: { slot: 20n, value: own },
  status: { slot: 21n, value: null },
  ...changes,
})
const status = (confirmationStatus: 'processed' | 'confirmed' | 'finalized', err: unknown = null) => ({
  status: { slot: 21n, value: { confirmationStatus, err } },
})

test('what most have voted for has landed or failed', () => {
  expect(judgeSent(look(status('confirmed')))).toBe('landed')
  expect(judgeSent(look(status('finalized')))).toBe('landed')
  expect(judgeSent(look(status('confirmed', 'AnError')))).toBe('failed')
  expect(judgeSent(look(status('processed')))).toBe('open')
  expect(judgeSent({ ...look(status('processed')), nonce: { slot: 20n, value: next } })).toBe('open')
})

test('bytes are gone when their nonce is used and the same node knows no signature', () => {
  expect(judgeSent(look({}))).toBe('open')
  expect(judgeSent(look({ nonce: { slot: 20n, value: next } }))).toBe('gone')
})

test('an answer of a node that lags proves nothing', () => {
  // It still has the nonce from before the one that was signed with.
  expect(judgeSent(look({ nonce: { slot: 9n, value: next } }))).toBe('open')
  // It has not seen the block in which the nonce moved on, or not all of it.
  for (const slot of [19n, 20n])
    expect(judgeSent(look({ nonce: { slot: 20n, value: next }, status: { slot, value: null } }))).toBe('open')
})

test('bytes are gone when their nonce account was closed, as far as a node that has it can tell', () => {
  const closed = { slot: 20n, value: undefined }
  expect(judgeSent(look({ nonce: closed }))).toBe('gone')
  // It is not at the slot in which there was the account yet.
  expect(judgeSent(look({ nonce: { ...closed, slot: 9n } }))).toBe('open')
  // They may have landed before it was closed.
  for (const slot of [19n, 20n]) expect(judgeSent(look({ nonce: closed, status: { slot, value: null } }))).toBe('open')
  expect(judgeSent({ ...look(status('processed')), nonce: closed })).toBe('open')
  expect(judgeSent({ ...look(status('confirmed')), nonce: closed })).toBe('landed')
})
