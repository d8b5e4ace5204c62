/** The endings of manuscripts, as a file dialog takes them. */
export const acceptedManuscripts = '.docx,.epub,.html,.htm,.md,.markdown,.txt,.text,.srt,.vtt,.csv';
