/* What the local service needs of minih264: one encoder, one picture in, its coded bytes out. `npm run h264` compiles this. */
#define H264E_MAX_THREADS 0
#define H264E_SVC_API 0
#define MINIH264_IMPLEMENTATION
#include <stdlib.h>

#include "minih264e.h"

static H264E_persist_t *encoder;
static H264E_scratch_t *scratch;
static H264E_io_yuv_t picture;
static unsigned char *coded;

static int whole(int size, int step) { return (size + step - 1) / step * step; }

/* Where the picture is written to before each `encode`: Y, then U, then V, with sides rounded up to 16. 0 where the size cannot be coded. */
__attribute__((export_name("open"))) unsigned char *open_encoder(int width, int height, int pictures_by_key) {
  H264E_create_param_t order = {0};
  int encoder_size, scratch_size;
  order.width = width;
  order.height = height;
  order.gop = pictures_by_key;
  order.const_input_flag = 1;
  if (H264E_sizeof(&order, &encoder_size, &scratch_size)) return 0;
  int stride = whole(width, 16), rows = whole(height, 16);
  encoder = aligned_alloc(64, whole(encoder_size, 64));
  scratch = aligned_alloc(64, whole(scratch_size, 64));
  unsigned char *pixels = aligned_alloc(64, whole(stride * rows * 3 / 2, 64));
  if (!encoder || !scratch || !pixels || H264E_init(encoder, &order)) return 0;
  picture.yuv[0] = pixels;
  picture.yuv[1] = pixels + stride * rows;
  picture.yuv[2] = pixels + stride * rows * 5 / 4;
  picture.stride[0] = stride;
  picture.stride[1] = picture.stride[2] = stride / 2;
  return pixels;
}

/* The size of the coded picture in bytes, or -1. `speed` is 0 (best) to 10; `quantizer` is 10 (best) to 51. */
__attribute__((export_name("encode"))) int encode(int speed, int quantizer) {
  H264E_run_param_t order = {0};
  int size = 0;
  order.encode_speed = speed;
  order.qp_min = order.qp_max = quantizer;
  return H264E_encode(encoder, scratch, &order, &picture, &coded, &size) ? -1 : size;
}

__attribute__((export_name("coded"))) unsigned char *coded_picture(void) { return coded; }
