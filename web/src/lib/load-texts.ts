/** The texts of all screens but Explore; every lazy part that speaks awaits this before it is evaluated. */
export const loadTexts = (): Promise<unknown> => import('../locales/texts.ts')
