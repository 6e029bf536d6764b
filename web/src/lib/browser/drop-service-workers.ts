/** A service worker of an earlier version would serve old pages, on either front end (docs/rules.md R8). */
export async function dropServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((one) => one.unregister()))
}
