"""Measuring recall and speed: on data from outside, on the user's own store, on synthetic stores."""
