/** @throws Error when the answer takes longer */
export async function withinTime<T>(answer: Promise<T>, maxMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer')), maxMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
