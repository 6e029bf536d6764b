import { addTexts } from '../lib/i18n.ts'
import nftWithdraw from './en/nft-withdraw.json'

addTexts({ common: nftWithdraw })
