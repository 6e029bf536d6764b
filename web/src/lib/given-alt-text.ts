type Nft = { name: string; media_type: string; alt_text: string }

/**
 * The creator's own words for the picture, where the title stands beside it. Without any the server says the title again
 * (create-nft.ts), and some creators do too, which there says nothing new: then the picture has none.
 */
export const givenAltText = ({ name, media_type, alt_text }: Nft): string =>
  [name, `${name}, ${media_type}`].includes(alt_text) ? '' : alt_text
