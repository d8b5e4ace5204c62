export const manuscript = {
  // src-shared/manuscript/markdown.ts
  codeLeftOut: (count: number) => `${count} ${count === 1 ? 'code block was' : 'code blocks were'} left out.`,
  imagesLeftOut: (count: number) => `${count} ${count === 1 ? 'image was' : 'images were'} left out.`,
  htmlLeftOut: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of HTML ${count === 1 ? 'was' : 'were'} left out.`,
  deepLeftOut: (count: number) => `${count} deeply nested ${count === 1 ? 'paragraph was' : 'paragraphs were'} left out.`,
} as const;
