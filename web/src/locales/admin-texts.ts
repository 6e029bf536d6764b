import { addTexts } from '../lib/i18n.ts'
import admin from './en/admin.json'
import './texts.ts'

// The admin area has all texts from the start: it is one bundle for a few people.
addTexts({ admin })
