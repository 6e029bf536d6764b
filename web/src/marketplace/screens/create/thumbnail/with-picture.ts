/** Does `work` with the decoded picture of a file. */
export async function withPicture<T>(file: File, work: (picture: HTMLImageElement) => Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return await work(picture)
  } finally {
    URL.revokeObjectURL(url)
  }
}
