import { addTexts } from '../lib/i18n.ts'
import nftPage from './en/nft-page.json'

addTexts({ common: nftPage })
