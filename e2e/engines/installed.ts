/** Where Debian puts them; scripts/stages/other-engines.mjs looks whether they are there. */
export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
export const X_SERVER = '/usr/bin/Xvfb'
export const WINDOW_MANAGER = '/usr/bin/openbox'
