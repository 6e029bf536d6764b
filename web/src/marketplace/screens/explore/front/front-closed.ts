/** In the browser's storage. Read by first-script.js too, which keeps the place in the first picture. */
export const FRONT_CLOSED = 'frontClosed'
