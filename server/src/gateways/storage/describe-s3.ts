/** Why a bucket cannot be used, in words for the operator. */
export function describeS3(error: Error): string {
  const { $metadata, name, message } = error as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === 404) return 'there is no such bucket'
  if (status === 403 || status === 401) return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not let in'
  if (status === 301) return 'it is in another region than S3_REGION says'
  return message && message !== 'UnknownError' ? message : name
}
