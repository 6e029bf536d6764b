import { AppError } from '../../http/app-error.ts'

/** Any file that is not, by its content, one of the accepted types, is answered with this alone. */
export const unsupportedFile = (message = 'This file type is not supported') =>
  new AppError('unsupported_media_type', { fields: { file: [message] } })
