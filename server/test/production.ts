import { randomBytes } from 'node:crypto'
import { EVM_CHAINS } from '@verso/protocol/chains'
import { openDatabase } from '../src/db/client.ts'
import { createLogger } from '../src/logger.ts'
import { createTestKeys, type TestKeys } from './chain.ts'

/** Settings that make a production server which is right, with Wert, SMTP and Twilio; nothing of it is ever called. */
export const productionSettings = (keys = createTestKeys()): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://verso_app:a@db.internal:5432/verso',
  MIGRATION_DATABASE_URL: 'postgres://verso_owner:o@db.internal:5432/verso',
  POLYGON_RPC_URL: 'https://polygon.example.com/v2/node-key',
  ETH_RPC_URL: 'https://eth.example.com/v2/node-key',
  POLYGON_CONTRACT: `0x${'a1'.repeat(20)}`,
  ETH_CONTRACT: `0x${'b2'.repeat(20)}`,
  PUBLIC_URL: 'https://verso.example',
  ADMIN_URL: 'https://admin.verso.example',
  MEDIA_URL: 'https://media.verso.example',
  SECRET_KEY: randomBytes(32).toString('base64url'),
  WALLET_KEK: randomBytes(32).toString('base64url'),
  MINTER_KEY: keys.minterKey,
  SETTLER_KEY: keys.settlerKey,
  MAIL_DRIVER: 'smtp',
  SMTP_URL: 'smtps://user:pass@mail.example.com',
  SMS_DRIVER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15551112222',
  PAYMENT_PROVIDER: 'wert',
  WERT_PARTNER_ID: 'partner',
  WERT_API_KEY: 'key',
  WERT_RECEIVER: `0x${'c3'.repeat(20)}`,
})

/** The settings that a test with a public address needs beside it: staging on the run's own database and chains. */
export async function completeProduction(own: {
  ownerUrl: string
  appUrl: string
  rpcUrls: Record<(typeof EVM_CHAINS)[number], string>
  keys: TestKeys
}): Promise<Record<string, string>> {
  const db = openDatabase(own.ownerUrl, createLogger('error'), { maxConnections: 1 })
  const chains = await db.selectFrom('chains').select(['chain', 'contract_address']).execute()
  await db.destroy()
  return {
    ...productionSettings(own.keys),
    NODE_ENV: 'test',
    ALLOW_SANDBOX: '1',
    MAIL_DRIVER: 'outbox',
    SMS_DRIVER: 'outbox',
    PAYMENT_PROVIDER: 'sandbox',
    PAY_URL: 'https://pay.verso.example',
    DATABASE_URL: own.appUrl,
    MIGRATION_DATABASE_URL: own.ownerUrl,
    ...Object.fromEntries(EVM_CHAINS.map((chain) => [`${chain}_RPC_URL`, own.rpcUrls[chain]])),
    ...Object.fromEntries(chains.map((row) => [`${row.chain}_CONTRACT`, row.contract_address])),
  }
}
