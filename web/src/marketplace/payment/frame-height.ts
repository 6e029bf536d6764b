/** Of the provider's page until it says how high it is. */
export const FRAME_HEIGHT = 'clamp(360px, 100dvh - 320px, 680px)'
