/** The fields that say something else than `now`: another that is sent as well could put back what others have changed. */
export const changedFields = <Values extends object>(
  values: Values,
  now: { [Name in keyof Values]: Values[Name] | null },
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== (now[name as keyof Values] ?? '')),
  ) as Partial<Values>
