import { addTexts } from '../../../../../lib/i18n.ts'
import createThumbnail from '../../../../../locales/en/create-thumbnail.json'

addTexts({ common: createThumbnail })
