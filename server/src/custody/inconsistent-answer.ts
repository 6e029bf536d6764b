/** The answers of a node contradict each other: it is changing forks, or several nodes answer. */
export class InconsistentAnswer extends Error {
  override readonly name = 'InconsistentAnswer'
}
