import type { Db } from '../../db/client.ts'

export const listCategories = (db: Db) =>
  db.selectFrom('categories').select(['id', 'name']).orderBy('position').orderBy('id').execute()
