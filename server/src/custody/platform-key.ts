/** @throws in an api, which is started without the keys that sign for the platform */
export function platformKey<Key>(key: Key | undefined, setting: 'MINTER_KEY' | 'SETTLER_KEY'): Key {
  if (key === undefined) throw new Error(`${setting} is not set in this process`)
  return key
}
