import { addTexts } from '../lib/i18n.ts'
import profilePage from './en/profile-page.json'

addTexts({ profile: profilePage })
