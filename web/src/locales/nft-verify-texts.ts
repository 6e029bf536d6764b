import { addTexts } from '../lib/i18n.ts'
import nftVerify from './en/nft-verify.json'

addTexts({ common: nftVerify })
