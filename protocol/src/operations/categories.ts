import { z } from 'zod'

/** The filter of Explore has this value for no choice: a category of this name could not be told from it. */
const RESERVED_CATEGORY_NAME = 'all'

type CategoryInput = { id?: number | undefined; name: string }

/** The problem of one category beside the others, in the words of its field. */
function categoryFault(categories: readonly CategoryInput[], index: number): string | undefined {
  const { id, name } = categories[index] ?? { name: '' }
  const earlier = categories.slice(0, index)
  const key = name.toLowerCase()
  if (key === RESERVED_CATEGORY_NAME) return '"All" is what the filter calls every category'
  if (earlier.some((other) => other.name.toLowerCase() === key)) return 'There is a category of this name already'
  if (id !== undefined && earlier.some((other) => other.id === id)) return 'This category is in the list twice'
  return undefined
}

/** The categories in their order; one without an id is new, one with an id may have a new name. None can be removed: NFTs are in it. */
export const categoriesBody = z
  .array(
    z.object({
      id: z.number().int().optional(),
      name: z.string({ error: 'Required' }).trim().min(1, 'Required').max(40, 'Too long'),
    }),
  )
  .min(1)
  .max(100)
  .superRefine((categories, context) => {
    for (const index of categories.keys()) {
      const message = categoryFault(categories, index)
      if (message) context.addIssue({ code: 'custom', path: [index, 'name'], message })
    }
  })
