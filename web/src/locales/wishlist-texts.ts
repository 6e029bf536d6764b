import { addTexts } from '../lib/i18n.ts'
import wishlist from './en/wishlist.json'

addTexts({ common: wishlist })
