import { THUMBNAIL_MAX_BYTES } from '@verso/protocol/limits'
import { queryClient } from '../../../../api/query-client.ts'
import { publicSettings } from '../../../../api/settings.ts'

/** How large a thumbnail may be at this server: the limit that the form holds it to. */
export const thumbnailMaxBytes = (): number =>
  queryClient.getQueryData(publicSettings.queryKey)?.limits.thumbnail_bytes ?? THUMBNAIL_MAX_BYTES
