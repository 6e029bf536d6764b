import '../../../locales/texts.ts'
import { expect, onTestFinished, test } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { publicSettings } from '../../../api/settings.ts'
import { loadCreateSchema } from './create-schema.ts'

test.each(['\u202Egnp', '\u200B', 'a\u0000b'])(
  'the name %j is refused in its field, before anything is uploaded',
  async (name) => {
    const limits = { thumbnail_bytes: 5, nft_file_bytes: 5 }
    queryClient.setQueryData(publicSettings.queryKey, { limits, min_listing_price: 1.08 } as never)
    onTestFinished(() => queryClient.clear())
    const { error } = (await loadCreateSchema()).safeParse({ name })
    expect(error?.issues.filter(({ path }) => path[0] === 'name')).toMatchObject([{ message: 'Invalid characters' }])
  },
)
