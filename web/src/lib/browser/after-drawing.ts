/** Runs when the browser has drawn what React changed, and a closed modal has given the focus back. */
export const afterDrawing = (run: () => void) => requestAnimationFrame(() => setTimeout(run))
