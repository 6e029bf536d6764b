/** Something a person has to mend; only the message is shown. */
export class SetupError extends Error {}
