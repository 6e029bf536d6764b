/** In session storage: what is typed into the profile's form and not saved yet. */
export const PROFILE_DRAFT = 'profileDraft'
export const forgetProfileDraft = (): void => sessionStorage.removeItem(PROFILE_DRAFT)
