import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams } from '../envelope.ts'
import { file, fileMetadataBody } from '../files.ts'

const tag = 'files'

export const fileEndpoints = {
  'POST /api/files/': {
    access: 'trader',
    tag,
    summary: 'Upload a file as multipart/form-data, field "file"',
    isUpload: true,
    answer: dataOf(file),
  },
  'GET /api/files/{id}/': {
    access: 'visitor',
    tag,
    summary: 'A file and its variants',
    params: idParams,
    answer: dataOf(file),
  },
  'POST /api/files/{id}/metadata/': {
    access: 'trader',
    tag,
    summary: 'Name and describe an own file',
    params: idParams,
    body: fileMetadataBody,
    answer: dataOf(file),
  },
} as const satisfies EndpointTable
